import { type Doubt, type Household, namesIn, type Told } from './household.ts'

interface Registered {
  address: string
  head: string
}

const HEAD = 5
const SIZE = 6

/** What makes two lines one registered household: the same head at the same address. */
export const householdKey = ({ address, head }: Registered): string => `${head}@${address.replaceAll(/\s/g, '')}`

/** Gives how many persons a file has of each registered household, by householdKey: whoever stands there twice is one. */
export const householdSizes = (rows: readonly (Registered & { card: string })[]): Map<string, number> => {
  const persons = new Map<string, Set<string>>()
  for (const row of rows) persons.set(householdKey(row), (persons.get(householdKey(row)) ?? new Set()).add(row.card))
  return new Map([...persons].map(([key, cards]) => [key, cards.size]))
}

const byHousehold = <R extends Registered>(told: readonly Told<R>[]): Map<string, Told<R>[]> => {
  const groups = new Map<string, Told<R>[]>()
  for (const line of told) groups.set(householdKey(line.row), [...(groups.get(householdKey(line.row)) ?? []), line])
  return groups
}

/**
 * The head of a registered household is none of those who apply; or more persons are registered together than the application says live
 * together. `sizes`: how many persons of the whole file each registered household has (householdSizes).
 */
export const judgeRegister = (
  { family_size, names }: Household,
  told: readonly Told<Registered>[],
  sizes: ReadonlyMap<string, number>,
): Doubt[] => {
  return [...byHousehold(told)].flatMap(([key, lines]) => {
    const [first] = lines
    if (!first) return []
    const { head, address } = first.row
    const size = sizes.get(key) ?? lines.length
    const person = namesIn(lines)
    return [
      ...(names.includes(head)
        ? []
        : [
            {
              rule: HEAD,
              person,
              declared: `申请人与家庭成员：${names.join('、')}`,
              found: `户主是 ${head}（${address}）`,
              mark: `${HEAD}:${key}`.slice(0, 200),
            },
          ]),
      ...(size <= family_size
        ? []
        : [
            {
              rule: SIZE,
              person,
              declared: `家庭 ${family_size} 人`,
              found: `同户登记 ${size} 人（户主 ${head}，${address}）`,
              mark: `${SIZE}:${family_size}:${size}:${key}`.slice(0, 200),
            },
          ]),
    ]
  })
}
