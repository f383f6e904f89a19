import { askingLayout, type FileLayout, type LayoutRow } from '../../../src/core/fileLayout.ts'
import providentFund from './layouts/providentFund.ts'
import realEstate from './layouts/realEstate.ts'
import residence from './layouts/residence.ts'
import socialSecurity from './layouts/socialSecurity.ts'
import vehicle from './layouts/vehicle.ts'
import { judgeCars } from './rules/cars.ts'
import type { Doubt, Household, Told } from './rules/household.ts'
import { judgeHousing } from './rules/housing.ts'
import { judgeBases } from './rules/income.ts'
import { householdSizes, judgeRegister } from './rules/register.ts'

/** A line of any of these files. */
export type BureauRow = Readonly<Record<string, string | number | null>> & { card: string }

/** What judging a household may know beside its lines. */
interface Around {
  /** In fen; 0 is none. */
  carLimit: number
  /** All lines of the file. */
  rows: readonly BureauRow[]
}

/** A bureau's file: how it is read, and what in it is at odds with a household. `judge` is asked once for a file, and what it gives once for each household. */
export interface Bureau {
  layout: FileLayout
  judge: (around: Around) => (household: Household, told: readonly Told<BureauRow>[]) => Doubt[]
}

const bureau = <L extends FileLayout>(
  layout: L,
  judge: (around: Around, rows: readonly LayoutRow<L>[]) => (household: Household, told: readonly Told<LayoutRow<L>>[]) => Doubt[],
): Bureau => ({
  layout,
  // What a layout reads has its columns.
  judge: (around) => {
    const judged = judge(around, around.rows as never)
    return (household, told) => judged(household, told as never)
  },
})

const files: Readonly<Record<number, Bureau>> = {
  1: bureau(socialSecurity, () => (household, told) => judgeBases({ rule: 1, label: '社保月缴费基数' }, household, told)),
  2: bureau(realEstate, () => judgeHousing),
  3: bureau(providentFund, () => (household, told) => judgeBases({ rule: 3, label: '公积金月缴存基数' }, household, told)),
  4: bureau(
    vehicle,
    ({ carLimit }) =>
      (_household, told) =>
        judgeCars(carLimit, told),
  ),
  5: bureau(residence, (_around, rows) => {
    const sizes = householdSizes(rows)
    return (household, told) => judgeRegister(household, told, sizes)
  }),
}

/** Gives a bureau's file by its number (`bureaus` of src/schemas/comparison). */
export const bureauFile = (number: number): Bureau => {
  const found = files[number]
  if (!found) throw new Error(`there is no bureau ${number}`)
  return found
}

/** Gives the layout of the file by which a bureau is asked. */
export const askingFile = (number: number): FileLayout => askingLayout(bureauFile(number).layout)
