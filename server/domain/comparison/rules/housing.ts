import { type Doubt, type Household, namesIn, type Told } from './household.ts'

interface Title {
  area: number
  address: string
  certificate: string
}

const RULE = 2
const rounded = (area: number): number => Math.round(area * 100) / 100

/** The floor space of all titles of a household, for each of its persons, is more than each of them was declared to have. A title that two of them hold counts once. */
export const judgeHousing = ({ family_size, housing_area }: Household, told: readonly Told<Title>[]): Doubt[] => {
  const titles = [...new Map(told.map(({ row }) => [row.certificate, row])).values()]
  const sum = rounded(titles.reduce((area, title) => area + title.area, 0))
  const each = rounded(sum / family_size)
  if (each <= housing_area) return []
  const places = titles.map(({ address, area }) => `${address} ${area}㎡`).join('、')
  return [
    {
      rule: RULE,
      person: namesIn(told),
      declared: `人均住房 ${housing_area}㎡`,
      found: `名下 ${sum}㎡，按 ${family_size} 人为人均 ${each}㎡（${places}）`.slice(0, 500),
      mark: `${RULE}:${housing_area}:${family_size}:${sum}`,
    },
  ]
}
