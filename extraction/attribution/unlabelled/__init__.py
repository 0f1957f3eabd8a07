"""Names of writers without a label: the place, the repetition or marks elsewhere on the page show what they are."""
