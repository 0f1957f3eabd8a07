"""The forms of lines: the tokens of a line, the expressions over them, and which short lines of a page may have one."""
