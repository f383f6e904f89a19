/**
 * Gives what a chosen row fills in of other fields (`x-lookup.fills`, `x-suggest.fills`: form field ← row field). What the row has not is
 * left empty, as nobody has filled it in: a form knows no null. Without a row all of them are.
 */
export const filledFrom = (
  row: Readonly<Record<string, unknown>> | undefined,
  fills: Readonly<Record<string, string>> = {},
): Record<string, unknown> => Object.fromEntries(Object.entries(fills).map(([field, name]) => [field, row?.[name] ?? undefined]))
