/** What a dialog of adding can begin with that nobody can write down beforehand: the day, the moment, who fills it in, the project worked in. */
const knownDefaults = ['$today', '$now', '$me', '$project'] as const
export type KnownDefault = (typeof knownDefaults)[number]

export const isKnownDefault = (value: unknown): value is KnownDefault => (knownDefaults as readonly unknown[]).includes(value)

/** Gives what the store puts where a row says nothing: a default that only a dialog knows is none, and so is that of what not every row has (`when`). */
export const storedDefault = <T>({ default: given, when }: { default?: T; when?: unknown }): Exclude<T, KnownDefault> | undefined =>
  isKnownDefault(given) || when !== undefined ? undefined : (given as Exclude<T, KnownDefault> | undefined)
