import { checkDigitOf } from '../../../src/protocol/idCard.ts'
import type { Random } from '../random.ts'

const SHANGHAI = [
  310101, 310103, 310104, 310105, 310106, 310107, 310108, 310109, 310110, 310112, 310113, 310114, 310115, 310117, 310119, 310225, 310230,
]
const ELSEWHERE = [
  320683, 320684, 320621, 320922, 320981, 321084, 320583, 320102, 330282, 330106, 330621, 330327, 340123, 340826, 341225, 341822, 350102,
  350583, 360122, 360733, 361127, 370102, 370283, 371321, 410105, 411381, 411521, 420106, 421181, 429004, 430102, 430681, 440106, 440582,
  450102, 460106, 500103, 510107, 511381, 513029, 520102, 530102, 610103, 610581, 620102, 630103, 640104, 650102, 120101, 130102, 140105,
  150102, 210102, 220102, 230103,
]

const two = (value: number): string => String(value).padStart(2, '0')

/** Gives a valid card number of a holder of 22 to 75 years, of age since the year `since` too; a number in `taken` is not given again. */
export const cardOf = (random: Random, taken: Set<string>, sex: 1 | 2, today: string, since: number): string => {
  const year = Number(today.slice(0, 4))
  const youngest = Math.max(22, year - since + 20)
  for (;;) {
    const place = random.pick(random.chance(0.42) ? SHANGHAI : ELSEWHERE)
    const age = random.weighted([
      [random.int(youngest, 35), 52],
      [random.int(36, 50), 26],
      [random.int(51, 74), 22],
    ])
    // Whoever has had this year's birthday is a year older than this.
    const digits = `${place}${year - age - 1}${two(random.int(1, 12))}${two(random.int(1, 28))}`
    const order = random.int(1, 499) * 2 + (sex === 1 ? 1 : 0)
    const body = digits + String(order).padStart(3, '0')
    if (taken.has(body)) continue
    taken.add(body)
    return body + checkDigitOf(body)
  }
}
