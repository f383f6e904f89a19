import type { Config } from '../config.ts'
import { type Check, type Finding, wrong } from './check.ts'
import { backup, backupRoom } from './checks/backups.ts'
import { changes } from './checks/changes.ts'
import { clock } from './checks/clock.ts'
import { doors } from './checks/doors.ts'
import { jobs } from './checks/jobs.ts'
import { key } from './checks/key.ts'
import { port } from './checks/port.ts'
import { replicas } from './checks/replicas.ts'
import { room } from './checks/room.ts'
import { store } from './checks/store.ts'
import { versions } from './checks/versions.ts'
import { type Patient, withPatient } from './patient.ts'

const CHECKS: readonly Check[] = [versions, port, doors, room, store, replicas, clock, changes, key, backup, backupRoom, jobs]

const MARKS: Record<Finding['is'], string> = { good: '✓', note: '－', wrong: '✗' }

/** Gives what each matter came to; one that cannot be looked at is wrong, too. */
export const findings = (patient: Patient): Promise<(Finding & Pick<Check, 'name' | 'label'>)[]> =>
  Promise.all(
    CHECKS.map(async ({ name, label, look }) => {
      const finding = await look(patient).catch((error: Error) =>
        wrong(`没有看成：${error.message}`, '请以运行安居的那个用户、同样的环境变量来看'),
      )
      return { name, label, ...finding }
    }),
  )

/** Looks at an installation, beside a node that runs or while none does, and gives what is right, what is wrong and what to do. Changes nothing. */
export const doctor = async (config: Config): Promise<{ text: string; isRight: boolean }> => {
  const found = await withPatient(config, findings)
  const lines = found.flatMap(({ is, label, found: what, todo }) => [
    `${MARKS[is]} ${label.padEnd(6, '　')}${what}`,
    ...(todo ? [`  ${'　'.repeat(6)}→ ${todo}`] : []),
  ])
  const count = found.filter(({ is }) => is === 'wrong').length
  const end = count === 0 ? `看了 ${found.length} 项，没有不对的` : `看了 ${found.length} 项，${count} 项不对`
  return { text: [...lines, end].join('\n'), isRight: count === 0 }
}
