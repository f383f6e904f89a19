/** What a role holds, as it is being changed: codes of calls, keys of screens, and entries hidden from the menu. */
export interface Draft {
  permission: readonly string[]
  access: readonly string[]
  sidebar: readonly string[]
}

export const ALL = '*'

/** Gives the texts with these added or taken away, each once; the others keep their place. */
export const changed = (texts: readonly string[], some: readonly string[], isOn: boolean): string[] => [
  ...new Set(isOn ? [...texts, ...some] : texts.filter((text) => !some.includes(text))),
]

/** Gives what was gained and what was lost. */
export const differenceOf = (before: readonly string[], after: readonly string[]): { gained: string[]; lost: string[] } => ({
  gained: after.filter((text) => !before.includes(text)),
  lost: before.filter((text) => !after.includes(text)),
})
