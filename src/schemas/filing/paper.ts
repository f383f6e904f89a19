/** What 租赁备案表 says. A paper is Chinese in every language of the screens. */
export const filingText = [
  '合同号：{contract_id}　　签订日期：{signed_on}',
  '承租方：{custom_name}',
  '房屋坐落：{region_name} {address} {org_id}',
  '建筑面积：{area}　　用途：居住',
  '租赁期限：{start_date} 至 {end_date}',
  '月租金：{rent}　　押金：{deposit}',
  '',
  '以上内容与所签合同一致，现依《商品房屋租赁管理办法》申请登记备案，应于 {due_on} 前办理。',
  '',
  '出租方（盖章）：　　　　　　　　　　承租方（签字）：',
  '',
  '经办人：　　　　　　　　　　　　　　日期：',
].join('\n')
