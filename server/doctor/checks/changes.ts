import { standingOf } from '../../store/bringUp/migrate.ts'
import { plan } from '../../store/bringUp/plan.ts'
import { appliedIn, NewerStoreError, pendingIn, RELEASE, refuseNewer, releaseOf } from '../../store/bringUp/release.ts'
import { defineStoreCheck, good, note, wrong } from '../check.ts'

export const changes = defineStoreCheck({
  name: 'changes',
  label: '数据库变更',
  look: async (db) => {
    const applied = await appliedIn(db)
    if (applied.length === 0) return note('库是空的，首次 npm start 时建立')
    try {
      refuseNewer(applied, plan)
    } catch (error) {
      if (!(error instanceof NewerStoreError)) throw error
      return wrong(`库是较新的安居 ${releaseOf(applied)} 做的，这里的代码是 ${RELEASE}`, '换上不低于它的版本；要退回，用升级前的备份')
    }
    const pending = pendingIn(applied, plan)
    if (pending.length > 0)
      return wrong(`有 ${pending.length} 个变更没有执行：${pending.slice(0, 3).join('、')}`, '重启节点：它先备份，再升级')
    if ((await standingOf(db, plan)) === 'other') return wrong('表、视图与这里的代码声明的不一致', '重启节点：它先备份，再升级')
    return good(`${applied.filter(({ name }) => name.endsWith('.sql')).length} 个都执行过，与代码一致`)
  },
})
