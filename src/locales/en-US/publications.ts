/** Published lists of the queue, and what is objected to them. */
export const publications: Readonly<Record<string, string>> = {
  新增公示: 'Add publication',
  '名单就是此刻的队列（或这次摇号的结果），生成后不再变。只有受理号与姓，不含证件、电话、出生日期。':
    'The list is the queue (or the lottery’s result) as of now and never changes. It has receipt numbers and surnames, no cards, phones or birth dates.',
  不选即全部户型: 'All layouts unless chosen',
  请选择已公布的摇号: 'Please choose an announced lottery',
  '公示号写到轮候列表的每一户上；公示期内可以登记异议，期满的当夜结束。':
    'The published number is written on each of those who wait; objections can be entered until it ends, the night after its last day.',
  不填即轮候设置里的公示期: 'Without one, as long as the queue settings say',
  公示结束不能早于开始: 'It cannot end before it begins',
  延长公示: 'Extend',
  '名单、公示号与已登记的异议照旧，到新的最后一天都可以登记异议。已经张贴的名单，请另行告知新的最后一天。':
    'The list, its numbers and the objections entered stay; objections can be entered until the new last day. Please tell of the new last day where the list hangs.',
  延长到: 'Extend until',
  '延长到 {0}：{1}': 'Extended until {0}: {1}',
  延长到哪天必填: 'The new last day is required',
  延长原因: 'Why it is extended',
  延长原因必填: 'Why it is extended is required',
  撤回公示: 'Take back',
  '名单上各户的公示号改回上一次公示的（没有的清空），排队次序不变；不能再登记异议，已登记的照样答复。撤回后要公示的，另做一份名单。':
    'Those on the list have the published numbers of the list before it again (or none), the order of the queue stays; no objection can be entered any more, those entered are answered. To publish again, make another list.',
  撤回原因: 'Why it is taken back',
  撤回原因必填: 'Why it is taken back is required',
  '这份名单的公示期已满，不能再延长': 'The last day of this list is over, it cannot be extended any more',
  '这份名单的公示期已满，不能再撤回': 'The last day of this list is over, it cannot be taken back any more',
  '须晚于现在的公示结束 {0}': 'It must be after {0}, its last day now',
  请选择公示: 'Please choose a publication',
  请先选择公示: 'Please choose a publication first',
  请选择对哪一户的异议: 'Please choose whom it is about',
  异议成立: 'Objection upheld',
  '更正随即办理：改保障类别或作废。答复留着，连同更正前后的位次。':
    'The correction is done at once: another class, or out of the queue. The answer stays, with the ranks before and after.',
  怎样更正必填: 'The correction is required',
  改为: 'Change to',
  改为哪一类必填: 'The new class is required',
  异议不成立: 'Objection rejected',
  待答复: 'To be answered',
  '这户有公示异议没有答复：{0}{1}，仍要叫号须写明原因':
    'An objection to this household is not answered: {0}{1}; say why it is called all the same',
  '这户在轮候列表里已是“{0}”，不能再改保障类别、作废：更正选“不改”，怎样办写在答复里':
    'In the queue this household is “{0}” by now, neither class nor place can be changed: choose “No change”, and say in the answer what is done',
}
