/** What 维修工单 says: whoever goes there takes it along, and both sign it. A paper is Chinese in every language of the screens. */
export const sheetText = [
  '工单号 {number}　状态 {status}',
  '## 报修',
  '房间：{region_name} {org_id}',
  '报修人：{reporter}（{phone}）　登记时间：{created_at}',
  '类别：{kind}（{urgency}）　期望上门：{wanted_time}',
  '{description}',
  '{photos}',
  '## 处理',
  '处理人：{handler}　上门时间：{visit_start}',
  '{work}',
  '{after_photos}',
  '费用：{cost} 元　承担：{borne_by}',
  '',
  '报修人签字：　　　　　　　　处理人签字：',
].join('\n')
