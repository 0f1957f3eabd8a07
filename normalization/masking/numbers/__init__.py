"""The masks of numbers: of telephones, bank cards and accounts, and of persons."""
