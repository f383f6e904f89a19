import { t } from '../../../providers/i18nProvider.ts'
import { StructureFrame } from '../../structure/StructureFrame.tsx'
import { StructureTree } from '../../structure/StructureTree.tsx'
import { useStructure } from '../../structure/useStructure.ts'
import { HoldersPanel } from './HoldersPanel.tsx'

/** 人员架构配置: who holds which post, one person in several, and who heads a department. */
export default function PersonnelStructureDeployScreen() {
  const structure = useStructure()
  const { nodes, selected, choose } = structure
  return (
    <StructureFrame
      title={t`人员架构配置`}
      note={t`选一个岗位，加人或免去；一个人可以任几个岗位。部门的负责人审批本部门人员发起的业务。账号的权限不因任职而变，由角色定。`}
      structure={structure}
      tree={<StructureTree nodes={nodes} selected={selected} onSelect={choose} onMove={null} />}
    >
      {selected && <HoldersPanel nodes={nodes} node={selected} />}
    </StructureFrame>
  )
}
