export default {
  opening_item_party: '租客与企业须填一个，只填一个',
  opening_item_period: '所属期止不能早于所属期起',
  opening_item_room: '房间不属于这张期初单的项目，请选本项目的房间',
  opening_item_billed: '这几天的房租账单已由合同生成（从“房租已收至”的次日起）：不要再列为欠租，或作废那张账单',
  opening_item_open: '已建账的期初单，明细不能再改；先撤销建账',
  opening_alone: '期初建账的账户只用于期初建账，请选别的账户',
}
