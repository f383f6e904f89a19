/** Contracts that were signed elsewhere. */
export const entering: Readonly<Record<string, string>> = {
  期初: 'Opening',
  登记已签合同: 'Enter signed contract',
  '登记在别处签订、正在履行的合同：登记后即为履行中，从“房租已收至”的次日起按付款计划生成房租账单，已收押金记入押金台账。成批的用“导入”。':
    'Enters a contract that was signed elsewhere and is in force: rent is billed by its schedule from the day after “Rent collected up to”, the deposit held goes into the deposit book. Many at once: “Import”.',
  '原来的合同号，不填由系统编号': 'The number that it has; left empty it is given one',
  合同号前后不能有空格: 'No blanks before or after the number',
  '导入时可填身份证号，或姓名加身份证号；没有登记的先在用户列表新增或导入':
    'In a file: the card number, or the name and the card number; whoever is not registered is added or imported as a tenant first',
  结束日期必填: 'Ends required',
  '结束日期、租期填一个即可': 'The end or the term: one is enough',
  还没有交的不填: 'Left empty while they are not given',
  此前已租: 'Rented before',
  此前已租必填: 'Rented before required',
  '这户在这份合同之前已租的天数，算进累计租期上限': 'Days that the household rented before this contract; they count towards its cap',
  已收押金: 'Deposit held',
  '已收、现由本单位保管的押金，没有收过填 0；比押金少的，其余生成押金账单':
    'What was taken and is held now, 0 where nothing was; what the deposit is more is billed',
  在这之前已收的: 'Taken before',
  房租已收至: 'Rent collected up to',
  房租已收至必填: 'Rent collected up to required',
  '已收到哪一天的房租，须是一个账期的最后一天；没有收过的不填':
    'Up to which day rent was collected: the last day of a period; left empty where none was',
  '到 {0} 的房租在期初单 {1} 里是欠租：房租已收至填到那一期的最后一天，账单从次日起':
    'Rent up to {0} is owed by opening {1}: give the last day of that period as the one up to which rent was collected, and bills begin on the next',
  '房租已收至须在租期之内：{0} 至 {1}；没有收过的不填': 'Rent is collected up to a day of the term: {0} to {1}; left empty where none was',
  '{0} 或不填': '{0}, or nothing',
  '{0} 或 {1}': '{0} or {1}',
  '房租已收至须是账期的最后一天：这天在 {0} 至 {1} 的账期里，请填 {2}；只收了一部分的先收齐，或填这一期的最后一天、差的列入期初欠租':
    'Rent is collected up to the last day of a period: this day lies in {0} to {1}, use {2}; of one that is paid in part collect the rest first, or give its last day and bring the rest as owed before',
  '已有后续合同 {0}，不能作废': 'Contract {0} follows it: it cannot be voided',
  '{0} 加今天或以后的日期是系统自己的编号，请换一个，或不填由系统编号':
    '{0} with today’s date or a later one is a number that the system gives; use another, or none',
  '合同号 {0} 已有合同': 'There is a contract {0} already',
  '租期在 {0} 已满，不是履行中的合同：续签过的请登记现在这一份':
    'The term ended on {0}, so that it is not in force: of one that was renewed enter the present one',
  '结束日期、租期须填一个': 'Either the end or the term is required',
  '与租期不符：{0} 个月到 {1}，请改一处或只填一个': 'Not as the term says: {0} months end on {1}; change one of them, or leave one empty',
  '房间不存在，或不在您负责的项目内': 'There is no such room, or it is not in your projects',
  '该房间的合同 {0} 在退租、还没有交房：请先交接':
    'Contract {0} of the room is being given up and the room has not been given back: record the handover first',
  '该房间的合同 {0} 期满还没有搬：请先在它上面办续签或退租':
    'The term of contract {0} of the room is over and nobody has moved out: renew it or give it up first',
  '该租客在该房间的合同 {0} 到 {1}：请在它上面办续签': 'Contract {0} of this tenant and room runs until {1}: renew it',
  '该房间 {0} 至 {1} 已有合同 {2}：同一天只能有一份': 'From {0} to {1} the room has contract {2}: there is one on a day',
  '该房间已为轮候的人保留，不能登记合同': 'The room is held for someone in the queue: no contract can be entered',
  '该房间已停用，请先恢复': 'The room is out of use: put it back into use first',
  已收押金不能多于押金: 'No more than the deposit can be held',
  '该合同的押金已有收退，不能作废：请办退租': 'Its deposit has been moved, so that it cannot be voided: surrender it',
  '{0}（作废 {1}）': '{0} (void {1})',
  '合同 {0}：{1}': 'Contract {0}: {1}',
  '导入前已收房租 {0} 至 {1}，算到 {2}': 'Rent collected before import, {0} to {1}, up to {2}',
  "操作 '{0}' 须在页面上、有对话框：文件的列就是对话框的字段":
    "The action '{0}' has to be on the page and to open a dialog: a file's columns are its fields",
  'true、false 或操作的名称': 'true, false or the name of an action',
}
