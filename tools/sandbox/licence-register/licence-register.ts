import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  encodeCp949,
  registerLines,
} from '../../../features/places/server/import/generated-register.test-factory.ts';
import { sendPage, serve } from '../http.ts';
import { testPage } from '../page.ts';
import {
  LIST_FILES,
  type ListFile,
  listText,
} from '../../../features/place-data/server/generated-official-lists.test-factory.ts';

/**
 * What the portal does with a file. `fewer_rows` sends half of the rows, `cut_off` ends in the middle, `wrong_encoding`
 * sends UTF-16, `utf8` sends a good file in UTF-8, and `silent` never answers. `busy_once` refuses the first check.
 */
export const PORTAL_ANSWERS = [
  'good',
  'utf8',
  'html',
  'too_small',
  'unknown_header',
  'cut_off',
  'cut_off_unannounced',
  'fewer_rows',
  'redirected',
  'forbidden',
  'silent',
  'wrong_encoding',
  'busy',
  'busy_once',
  'failing',
  'down',
] as const;
export type PortalAnswer = (typeof PORTAL_ANSWERS)[number];

/** The kinds of files with the number of the kind in the licence numbers, and their share of the rows. */
const KINDS: Record<string, { number: string; share: number; title: string }> = {
  general_restaurants: { number: '101', share: 0.77, title: '일반음식점' },
  rest_cafes: { number: '104', share: 0.2, title: '휴게음식점' },
  bakeries: { number: '121', share: 0.03, title: '제과점영업' },
};

/** The provinces of the portal. */
const PROVINCES: { code: string; name: string }[] = [
  { code: '6110000', name: '서울특별시' },
  { code: '6260000', name: '부산광역시' },
  { code: '6270000', name: '대구광역시' },
  { code: '6280000', name: '인천광역시' },
  { code: '6130000', name: '전남광주통합특별시' },
  { code: '6300000', name: '대전광역시' },
  { code: '6310000', name: '울산광역시' },
  { code: '5690000', name: '세종특별자치시' },
  { code: '6410000', name: '경기도' },
  { code: '6530000', name: '강원특별자치도' },
  { code: '6430000', name: '충청북도' },
  { code: '6440000', name: '충청남도' },
  { code: '6540000', name: '전북특별자치도' },
  { code: '6470000', name: '경상북도' },
  { code: '6480000', name: '경상남도' },
  { code: '6500000', name: '제주특별자치도' },
];

/** The number of the file of 착한가격업소. */
const DATASET_FILE = 'FILE_000000003594040';

export type LicenceRegisterSandbox = {
  url: string;
  /** Paths of all requests. */
  requests: () => readonly string[];
  /** Sets the answer of all files, or of the files of one kind. It applies until it is changed. */
  answerWith: (answer: PortalAnswer, kind?: string) => void;
  /** Publishes new files in which every n-th row has a new name. */
  publish: (edition: { renamedEvery: number }) => void;
  close: () => Promise<void>;
};

/**
 * Serves generated licence registers like file.localdata.go.kr (docs/decisions/0052-place-data.md): a page that sets a
 * cookie, a permission check, and files of one province in CP949 whose type names UTF-8.
 * @param rows number of rows of all files of a province
 */
export async function startLicenceRegister({
  port,
  rows = 2_000,
}: {
  port: number;
  rows?: number;
}): Promise<LicenceRegisterSandbox> {
  const sessions = new Set<string>();
  const permitted = new Set<string>();
  const requests: string[] = [];
  const files = new Map<string, Buffer>();
  let answers = new Map<string, PortalAnswer>();
  let edition: { renamedEvery?: number } = {};
  let checks = 0;

  const fileOf = (province: string, kind: string): Buffer => {
    const key = `${province} ${kind}`;
    const known = files.get(key) ?? encodeCp949(registerText({ province, kind, rows, ...edition }));
    files.set(key, known);
    return known;
  };

  /** The lists name places of Seoul and Jeju. */
  const listFileOf = (list: ListFile): Buffer => {
    const known = files.get(list) ?? encodeCp949(listText({ file: list, register: registerOfLists() }));
    files.set(list, known);
    return known;
  };
  const registerOfLists = () =>
    ['6110000', '6500000']
      .map((province) => registerText({ province, kind: 'general_restaurants', rows, ...edition }))
      .join('');

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/') return showPage(url, response);
    requests.push(`${url.pathname}${url.search}`);
    const [, kind = ''] = /^\/file\/(?:download\/)?(\w+)\/info$/.exec(url.pathname) ?? [];
    const fault = answers.get(kind) ?? answers.get('') ?? 'good';
    const { 'user-agent': agent = '', referer = '', cookie = '' } = request.headers;
    const session = /JSESSIONID=([\w-]+)/.exec(cookie)?.[1] ?? '';
    const refuse = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'text/html;charset=UTF-8', ...headers }).end(body);

    if (request.method !== 'GET') return refuse(405, '');
    if (!agent.includes('Mozilla/5.0') || referer === '') return refuse(302, '', { location: '/error.html' });
    if (url.pathname === '/file/validate/download-count') {
      checks++;
      const general = answers.get('') ?? 'good';
      if (general === 'busy' || (general === 'busy_once' && checks === 1))
        return refuse(429, '잠시후 시도해주세요');
      if (!sessions.has(session)) return refuse(403, '<html>403</html>');
      permitted.add(session);
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":true}');
    }
    if (url.pathname === '/data/3045247/fileData.do')
      return refuse(200, `<!DOCTYPE html><html><a onclick="fileDownload('${DATASET_FILE}')">CSV</a></html>`);
    if (url.pathname === '/cmm/cmm/fileDownload.do' && url.searchParams.get('atchFileId') === DATASET_FILE)
      return sendFile({
        response,
        request,
        fault,
        title: LIST_FILES.good_price.title,
        file: listFileOf('good_price'),
      });
    const isList = kind in LIST_FILES;
    if (!KINDS[kind] && !isList) return refuse(404, '<!DOCTYPE html><html><body>없는 페이지</body></html>');
    if (url.pathname === `/file/${kind}/info`) {
      const id = randomUUID();
      sessions.add(id);
      return refuse(200, '<!DOCTYPE html><html></html>', {
        'set-cookie': `JSESSIONID=${id}; Path=/; HttpOnly`,
      });
    }
    if (isList) {
      if (!permitted.delete(session)) return refuse(403, '<html>403</html>');
      const list = kind as ListFile;
      return sendFile({ response, request, fault, title: LIST_FILES[list].title, file: listFileOf(list) });
    }
    const province = PROVINCES.find(({ code }) => url.searchParams.get('orgCode') === `${code}_ALL`);
    if (!province) return refuse(302, '', { location: '/error.html' });
    if (!permitted.delete(session)) return refuse(403, '<html>403</html>');
    const title = `${KINDS[kind]!.title}_${province.name}`;
    sendFile({ response, request, fault, title, file: fileOf(province.code, kind) });
  };

  const showPage = (url: URL, response: ServerResponse) => {
    const chosen = PORTAL_ANSWERS.find((each) => each === url.searchParams.get('answer'));
    if (chosen) answers = new Map([['', chosen]]);
    const options = PORTAL_ANSWERS.map(
      (each) => `<option${each === (answers.get('') ?? 'good') ? ' selected' : ''}>${each}</option>`,
    );
    sendPage(
      response,
      testPage({
        title: '테스트용 인허가 자료',
        body: `<h1>테스트용 인허가 자료</h1><p>장소 데이터 화면이 여기에서 파일을 내려받아요.</p>
<form><label>모든 파일 <select name="answer">${options.join('')}</select></label> <button>이렇게 답하기</button></form>`,
      }),
    );
  };

  return {
    ...(await serve(port, answer)),
    requests: () => requests,
    answerWith: (wanted, kind = '') => {
      checks = 0;
      answers = new Map([...(kind === '' ? [] : answers), [kind, wanted]]);
    },
    publish: (wanted) => {
      edition = wanted;
      files.clear();
    },
  };
}

function registerText({
  province,
  kind,
  rows,
  renamedEvery = Infinity,
}: {
  province: string;
  kind: string;
  rows: number;
  renamedEvery?: number;
}): string {
  const { number, share } = KINDS[kind]!;
  const { name } = PROVINCES.find(({ code }) => code === province)!;
  const lines = registerLines({
    rows: Math.max(20, Math.round(rows * share)),
    seed: Number(province) / 10_000 + Number(number),
    provinces: [name],
    renamedEvery,
  });
  let text = '';
  for (const line of lines) {
    const authority = line.slice(0, 7);
    // The numbers of the generator are unique within one file only.
    text += /^\d{7}$/.test(authority)
      ? line.replaceAll(authority, province).replace('-101-', `-${number}-`)
      : line;
  }
  return text;
}

function sendFile({
  response,
  request,
  fault,
  title,
  file,
}: {
  response: ServerResponse;
  request: IncomingMessage;
  fault: PortalAnswer;
  title: string;
  file: Buffer;
}): void {
  const send = (body: Buffer, headers = {}) => {
    response
      .writeHead(200, {
        // The type of the real portal is wrong too: the bytes are CP949.
        'content-type': 'text/csv;charset=UTF-8',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`식품_${title}.csv`)}`,
        'content-length': body.length,
        ...headers,
      })
      .end(body);
  };
  const text = () => new TextDecoder('euc-kr').decode(file);
  switch (fault) {
    case 'utf8':
      return send(Buffer.from(text()));
    case 'wrong_encoding':
      return send(Buffer.from(text(), 'utf16le'));
    case 'fewer_rows':
      return send(file.subarray(0, 1 + file.indexOf('\n', file.length / 2)));
    case 'cut_off_unannounced':
      response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' });
      return void response.end(file.subarray(0, file.indexOf(',', file.length * 0.9)));
    case 'unknown_header':
      return send(Buffer.concat([Buffer.from('a,b,c\r\n'), file]));
    case 'too_small':
      return send(file.subarray(0, 600));
    case 'html':
      return void response
        .writeHead(200, { 'content-type': 'text/html;charset=UTF-8' })
        .end(`\n<!DOCTYPE html><html><body>${'점검 중입니다. '.repeat(500)}</body></html>`);
    case 'redirected':
      return void response.writeHead(302, { location: '/error.html' }).end();
    case 'forbidden':
      return void response.writeHead(403).end('<html>403</html>');
    case 'failing':
      return void response.writeHead(500).end('<html>500</html>');
    case 'down':
      return void request.socket.destroy();
    case 'silent':
      return;
    case 'cut_off':
      response.writeHead(200, {
        'content-type': 'text/csv;charset=UTF-8',
        'content-disposition': 'attachment',
        'content-length': file.length,
      });
      response.write(file.subarray(0, file.length / 2));
      return void setTimeout(() => request.socket.destroy(), 50);
    case 'good':
    case 'busy':
    case 'busy_once':
      return send(file);
  }
}
