-- Names by the numbers in them: 2号楼 before 10号楼, 5号1单元 before 5号10单元. What is otherwise alike is in the order of the letters, as everywhere.
create collation natural_order (provider = icu, locale = 'zh-u-kn-true');
