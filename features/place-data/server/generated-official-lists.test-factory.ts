import { csvRows } from '#common/csv-rows.ts';

/** Official lists that are generated from the places of a generated register. */
export const LIST_FILES = {
  excellent_restaurant_info: { title: '모범음식점', every: 7 },
  tourist_restaurants: { title: '관광식당', every: 13 },
  good_price: { title: '착한가격업소', every: 5 },
} as const;
export type ListFile = keyof typeof LIST_FILES;

const MENUS = ['칼국수', '국밥', '백반', '김치찌개', '짜장면', '비빔밥'];

/**
 * Returns a file of an official list. Every n-th open place of the register is in the list, written as lists are
 * written: without floor and neighbourhood, some without telephone, one of fifty under another name.
 */
export function listText({ file, register }: { file: ListFile; register: string }): string {
  const parser = csvRows();
  const [header, ...rows] = [...parser.push(register), ...parser.end()].map(({ fields }) => fields);
  const valueOf = (fields: readonly string[], name: string) =>
    fields[header?.indexOf(name) ?? -1]?.trim() ?? '';
  const open = rows.filter(
    (fields) => valueOf(fields, '영업상태명').startsWith('영업') && valueOf(fields, '사업장명') !== '',
  );
  const listed = open.filter((_, at) => at % LIST_FILES[file].every === 0);
  const lines = listed.map((fields, at) => {
    const name = at % 50 === 49 ? `${valueOf(fields, '사업장명')} 별관` : valueOf(fields, '사업장명');
    const address = valueOf(fields, '도로명주소')
      .replace(/,.*$/, '')
      .replace(/ \(.*$/, '');
    const lot = valueOf(fields, '지번주소');
    const phone = at % 3 === 0 ? valueOf(fields, '전화번호').replaceAll(' ', '-') : '';
    return lineOf({ file, at, name, address, lot, phone });
  });
  return [HEADERS[file], ...lines, ''].join('\r\n');
}

const HEADERS: Record<ListFile, string> = {
  excellent_restaurant_info:
    '개방자치단체코드,관리번호,인허가번호,영업상태명,폐업일자,데이터갱신구분,업소명,도로명주소,소재지주소,영업상태코드,전화번호,신청일자,지정일자,지정취소일자,지정취소사유,불가일자,불가사유,음식의유형,주된음식종류,재지정일자,데이터갱신시점,최종수정시점',
  tourist_restaurants:
    '개방자치단체코드,관리번호,인허가일자,영업상태코드,영업상태명,전화번호,도로명주소,지번주소,사업장명',
  good_price: '시도,시군,업종,업소명,연락처,주소,메뉴1,가격1,메뉴2,가격2,메뉴3,가격3,메뉴4,가격4',
};

function lineOf({
  file,
  at,
  name,
  address,
  lot,
  phone,
}: {
  file: ListFile;
  at: number;
  name: string;
  address: string;
  lot: string;
  phone: string;
}): string {
  const text = (value: string) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const number = `2020-${String(at).padStart(5, '0')}`;
  if (file === 'excellent_restaurant_info') {
    const isCancelled = at % 9 === 8;
    return `3000000,${number},,영업/정상,,I,${text(name)},${text(address)},${text(lot)},01,${phone},2015-03-01,2015-04-01,${isCancelled ? '2022-05-01' : ''},,,,한식,"설렁탕, 수육",2024-04-01,2026-07-07 10:00:00,2026-07-06 10:00:00`;
  }
  if (file === 'tourist_restaurants')
    return `3000000,${number},2001-05-01,01,영업/정상,${phone},${text(address)},${text(lot)},${text(name)}`;
  const [province = '', district = ''] = address.split(' ');
  const price = 5000 + 500 * (at % 9);
  const kind = at % 11 === 10 ? '미용업' : '한식';
  return `${province},${district},${kind},${text(name)},${phone},${text(address)},${MENUS[at % 6]},${price},,,,,,`;
}
