/** What 整改通知书 says to whoever rents the room. A paper is Chinese in every language of the screens. */
export const noticeText = [
  '{custom_name}：',
  '经核实，您承租的 {region_name} {org_id}（合同 {contract_id}）存在以下违规情形：{kind}。',
  '{facts}',
  '## 整改要求',
  '{demand}',
  '请于 {deadline} 前（含当日）完成整改，并告知管理单位复查。逾期不整改的，将依照租赁合同与有关规定处理。',
  '',
  '登记号：{number}　发现日期：{found_on}　经办人：{created_by}',
  '',
  '承租人签收：　　　　　　　　日期：',
].join('\n')
