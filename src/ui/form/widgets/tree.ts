import type { Tree } from '../../../core/form.ts'

export interface Choice {
  value: string
  label: string
}

export interface Group {
  label: string
  choices: readonly Choice[]
}

type Row = Readonly<Record<string, unknown>>

/** Gives the groups of a tree's answer; values that it does not have stand in a last group, so that they can be seen and taken away. */
export const groupsOf = (tree: Tree, rows: readonly Row[], values: readonly string[]): Group[] => {
  const groups = rows.map((row) => ({
    label: String(row[tree.group]),
    choices: (row[tree.list] as Row[]).map((choice) => ({ value: String(choice[tree.value]), label: String(choice[tree.label]) })),
  }))
  const known = new Set(groups.flatMap(({ choices }) => choices.map(({ value }) => value)))
  const unknown = values.filter((value) => !known.has(value))
  return unknown.length === 0 ? groups : [...groups, { label: '未列出的', choices: unknown.map((value) => ({ value, label: value })) }]
}

/** Gives what of the groups has the typed text in its label or value; a group whose own label has it is given whole. */
export const matching = (groups: readonly Group[], typed: string): readonly Group[] => {
  const text = typed.trim().toLowerCase()
  if (text === '') return groups
  const has = (other: string): boolean => other.toLowerCase().includes(text)
  return groups
    .map((group) =>
      has(group.label) ? group : { ...group, choices: group.choices.filter(({ value, label }) => has(label) || has(value)) },
    )
    .filter(({ choices }) => choices.length > 0)
}

/** Gives the values with these choices added or taken away, each once; the others keep their place. */
export const withAll = (values: readonly string[], choices: readonly Choice[], isOn: boolean): string[] => {
  const meant = choices.map(({ value }) => value)
  return [...new Set(isOn ? [...values, ...meant] : values.filter((value) => !meant.includes(value)))]
}
