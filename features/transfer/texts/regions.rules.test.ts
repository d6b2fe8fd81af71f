import { expect, it } from 'vitest';
import allDistricts from '#common/districts.json' with { type: 'json' };
import { FORMER_REGION_NAMES, PROVINCES } from '#common/regions.ts';
import { addressesIn } from './address-in-text.rules.ts';
import { ANY_PROVINCE, DISTRICT, isRegionName } from './regions.rules.ts';

it('지역 표의 모든 이름을, 바뀌기 전 이름도 알아본다', () => {
  const provinces = [
    ...PROVINCES.flatMap(({ name, shortName }) => [name, shortName]),
    ...FORMER_REGION_NAMES.provinces,
  ];
  expect(provinces.filter((name) => !new RegExp(`^${ANY_PROVINCE}$`).test(name))).toEqual([]);
  const districts = [...allDistricts.map(({ district }) => district), ...FORMER_REGION_NAMES.districts]
    .flatMap((name) => name.split(' '))
    .filter((name) => name !== '');
  expect(districts.filter((name) => !new RegExp(`^${DISTRICT}$`).test(name))).toEqual([]);
  expect(districts.filter((name) => !isRegionName(name))).toEqual([]);
});

it.each([
  '전남광주통합특별시 여수시 돌산읍 돌산로 3',
  '전남광주 여수시 돌산읍 돌산로 3',
  '전라남도 여수시 돌산읍 돌산로 3',
  '인천 서해구 가정로 9',
])('%s: 주소로 읽는다', (address) => {
  expect(addressesIn(address)).toMatchObject([{ from: 0, houseEnd: address.length, isWeak: false }]);
});
