export default {
  owner_card_key: '该身份证号已登记',
  owner_code_key: '该统一社会信用代码已登记',
  owner_identity: '个人须有身份证号，单位须有统一社会信用代码与联系人',
  owner_house_share: '份额须大于 0，不超过 100%，最多两位小数',
  owner_house_dates: '转出日期不能早于取得日期',
  owner_house_apart: '该业主在这些日子已登记过此房间',
  owner_house_whole: '此房间各业主的份额合计将超过 100%',
  entrust_agreement_dates: '结束日期不能早于开始日期',
  entrust_agreement_ended: '终止日期不能晚于结束日期',
  entrust_agreement_settle_day: '结算日须为 1 至 28',
  entrust_agreement_terms: '代理须有代理费，转租须有保底月租',
  entrust_agreement_inForce_apart: '该业主在此项目这段时间已有生效的委托协议',
}
