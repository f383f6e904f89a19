/** VAT of bills. */
export const vat = {
  计税明细: 'VAT lines',
  含税金额: 'Gross',
  不含税金额: 'Net',
  增值税: 'VAT',
  价税分离: 'VAT apart',
  '应交税费—应交增值税': 'Taxes payable — VAT',
  '主营业务收入—其他租金（应税）': 'Revenue — other rents (taxed)',
  '应交增值税科目 = 有效账单的税额': 'VAT payable = the VAT of bills that stand',
  '应税的租金，属于这个月的部分，不含税': 'A taxed rent, what is of this month, net',
  '开账时的贷方科目：只留不含税的（红字）': 'What was credited when the bill was made: the net stays (red)',
  '减免的税额：待摊减免只留不含税的（红字）': 'VAT of a reduction: the net stays on deferred reductions (red)',
  '还没有计税的账单：在“发票设置”写明来源的征免与税率并保存，以后开的账单在这里':
    'No bills are taxed yet: say in “Invoice settings” how each source is taxed, and save; bills made from then on are here',
  '还没有计税的账单：在“发票设置”写明来源的征免与税率并保存，以后开的账单按记账的月份在这里':
    'No bills are taxed yet: say in “Invoice settings” how each source is taxed, and save; bills made from then on are here by the month they are booked in',
}
