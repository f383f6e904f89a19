import Button from 'antd/es/button'
import { resourceNamed } from '../../../declared/declared.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { mayCall } from '../../../providers/mayCall.ts'
import { RelatedLists } from '../../list/detail/RelatedLists.tsx'
import { useNodeActions } from '../../structure/nodeActions.ts'
import { StructureFrame } from '../../structure/StructureFrame.tsx'
import { StructureTree } from '../../structure/StructureTree.tsx'
import { useStructure } from '../../structure/useStructure.ts'
import { NodePanel } from './NodePanel.tsx'
import { UnitsPanel } from './UnitsPanel.tsx'

/** 架构配置: the tree of centres, departments and posts, and which units each centre has. */
export default function PersonnelStructureSettingScreen() {
  const structure = useStructure()
  const { nodes, selected, choose, move } = structure
  const addCentre = useNodeActions().add(1, null)
  return (
    <StructureFrame
      title={t`架构配置`}
      note={t`中心之下是部门，部门之下是部门或岗位；岗位由谁担任在“人员架构配置”里定。改变审批时“申请人部门负责人”是谁，和各中心负责哪些房源。`}
      structure={structure}
      actions={
        addCentre && (
          <Button type="primary" onClick={addCentre}>
            {t`加中心`}
          </Button>
        )
      }
      tree={
        <StructureTree
          nodes={nodes}
          selected={selected}
          onSelect={choose}
          onMove={mayCall('/api/structure/move') ? (node, to) => void move(node, to) : null}
        />
      }
    >
      {selected && <NodePanel node={selected} structure={structure} />}
      {selected?.kind === 1 && <UnitsPanel key={selected.node_id} node={selected} />}
      {selected && (
        <section className="panel" aria-label={t`相关记录`}>
          <RelatedLists key={selected.node_id} resource={resourceNamed('structure')} id={selected.node_id} record={{ ...selected }} />
        </section>
      )}
    </StructureFrame>
  )
}
