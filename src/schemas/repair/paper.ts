/** What 维修工单 says: whoever goes there takes it along, and both sign it. A paper is Chinese in every language of the screens. */
export const sheetText = [
  '工单号 {number}　状态 {status}',
  '## 报修',
  '房间：{region_name} {org_id}',
  '报修人：{reporter}（{phone}）　登记时间：{created_at}',
  '类别：{kind}（{urgency}）　期望上门：{wanted_time}',
  '{description}',
  '租客补充：{supplement}',
  '{photos}',
  '## 处理',
  '处理人：{handler}　上门时间：{visit_start}',
  '{work}',
  '{after_photos}',
  // Done again, it may have cost the operator more than the tenant was billed.
  '费用合计：{cost} 元　承担：{borne_by}　租客账单：{billed} 元　{bill_state}',
  '',
  '报修人签字：　　　　　　　　处理人签字：',
].join('\n')

/** What the paper with the code says to tenants who scan it (server/domain/reporting/prints.ts). */
export const repairPoster = {
  title: '报修',
  line: '用手机扫一扫，在手机上报修、拍照、看进度',
  steps: [
    '填在我们这里登记的手机号，用短信验证码验证',
    '选房间和类别，写明哪里坏了，拍几张照片，填方便上门的时间',
    '派单后在同一页面看谁来、什么时候来；修完请确认结果',
  ],
} as const
