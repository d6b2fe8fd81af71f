/*
 * Names of provinces, cities, counties and districts, as patterns. They include the names of before and after the
 * reforms of July 2026. The table of regions is common/regions.ts with districts.json; a test compares the patterns
 * with it, because the table is too large for the browser.
 */

const PROVINCE = '서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주';
const PROVINCE_END = '(?:특별자치[시도]|특별시|광역시|시|도)?';

/** A province, in its short or its long form. */
export const ANY_PROVINCE = `(?:전남광주(?:통합특별시)?|(?:${PROVINCE})${PROVINCE_END}|(?:충청|전라|경상)[남북]도)`;

const CITIES =
  '수원|성남|의정부|안양|부천|광명|평택|동두천|안산|고양|과천|구리|남양주|오산|시흥|군포|의왕|하남|용인|파주|이천|안성|김포|화성|광주|양주|포천|여주|' +
  '춘천|원주|강릉|동해|태백|속초|삼척|청주|충주|제천|천안|공주|보령|아산|서산|논산|계룡|당진|전주|군산|익산|정읍|남원|김제|목포|여수|순천|나주|광양|' +
  '포항|경주|김천|안동|구미|영주|영천|상주|문경|경산|창원|진주|통영|사천|김해|밀양|거제|양산|제주|서귀포';
const COUNTIES =
  '기장|달성|군위|강화|옹진|울주|연천|가평|양평|홍천|횡성|영월|평창|정선|철원|화천|양구|인제|고성|양양|보은|옥천|영동|증평|진천|괴산|음성|단양|' +
  '금산|부여|서천|청양|홍성|예산|태안|완주|진안|무주|장수|임실|순창|고창|부안|담양|곡성|구례|고흥|보성|화순|장흥|강진|해남|영암|무안|함평|영광|' +
  '장성|완도|진도|신안|의성|청송|영양|영덕|청도|고령|성주|칠곡|예천|봉화|울진|울릉|의령|함안|창녕|남해|하동|산청|함양|거창|합천';
const DISTRICTS =
  '종로|용산|성동|광진|동대문|중랑|성북|강북|도봉|노원|은평|서대문|마포|양천|강서|구로|금천|영등포|동작|관악|서초|강남|송파|강동|' +
  '영도|부산진|동래|해운대|사하|금정|연제|수영|사상|수성|달서|미추홀|연수|남동|부평|계양|제물포|영종|서해|검단|광산|유성|대덕|' +
  '장안|권선|팔달|영통|수정|중원|분당|만안|동안|원미|소사|오정|상록|단원|덕양|일산동|일산서|처인|기흥|수지|만세|효행|병점|동탄|' +
  '상당|서원|흥덕|청원|동남|서북|완산|덕진|의창|성산|마산합포|마산회원|진해';
/** Towns, stations and quarters that people write instead of a district. */
const TOWNS =
  '일산|판교|분당|광교|송도|평촌|산본|마산|정자|서현|성수|서울숲|뚝섬|합정|홍대|망원|연남|상수|서교|신촌|이대|이태원|한남|해방촌|경리단|을지로|충무로|명동|' +
  '광화문|서촌|북촌|삼청|익선|인사동|대학로|혜화|압구정|청담|신사|논현|역삼|선릉|삼성|잠실|석촌|건대|왕십리|금호|옥수|여의도|문래|당산|목동|' +
  '사당|이수|신림|노량진|광안리|서면|전포|남포|남포동|동성로|애월|중문|구좌';

/** A city, county or district with its ending: 성동구. */
export const DISTRICT = `(?:(?:${CITIES})시|(?:${COUNTIES})군|(?:${DISTRICTS}|[중동서남북])구)`;
/** A city, county or district without its ending: 영등포 for 영등포구. */
export const SHORT_DISTRICT = `(?:${CITIES}|${COUNTIES}|${DISTRICTS}|${TOWNS})(?=[ ,])`;

const REGION_NAME = new RegExp(
  `^(?:${ANY_PROVINCE}|${DISTRICT}|${CITIES}|${COUNTIES}|${DISTRICTS}|${TOWNS})$`,
);

/** Whether a text is nothing but the name of a region, with or without its ending: 서울, 성동구, 영등포. */
export const isRegionName = (text: string): boolean => REGION_NAME.test(text);
