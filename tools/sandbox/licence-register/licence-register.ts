import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  LIST_FILES,
  type ListFile,
  listText,
} from '../../../features/place-data/server/generated-official-lists.test-factory.ts';
import {
  encodeCp949,
  registerLines,
} from '../../../features/places/server/import/generated-register.test-factory.ts';
import { sendPage, serve } from '../http.ts';
import { testPage } from '../page.ts';

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

/** What the portal does with a download. */
export const PORTAL_ANSWERS = [
  'good',
  // A good file in UTF-8 instead of CP949.
  'utf8',
  // A page instead of the file, with status 200.
  'html',
  'too_small',
  'unknown_header',
  // The connection ends in the middle of the file.
  'cut_off',
  // The file ends early, and no content-length tells its size.
  'cut_off_unannounced',
  // Half of the rows.
  'fewer_rows',
  'redirected',
  'forbidden',
  // No response.
  'silent',
  // UTF-16.
  'wrong_encoding',
  // The permission check is refused: always, or only the first time.
  'busy',
  'busy_once',
  // Status 500.
  'failing',
  // The connection is closed without a response.
  'down',
] as const;
export type PortalAnswer = (typeof PORTAL_ANSWERS)[number];

/** The kinds of files with the number of the kind in the licence numbers, and their share of the rows. */
const KINDS: Record<string, { number: string; share: number; title: string }> = {
  general_restaurants: { number: '101', share: 0.77, title: '일반음식점' },
  rest_cafes: { number: '104', share: 0.2, title: '휴게음식점' },
  bakeries: { number: '121', share: 0.03, title: '제과점영업' },
};

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
  let answers: PortalAnswers = { all: 'good', byKind: {} };
  let edition: { renamedEvery?: number } = {};
  let checkCount = 0;

  const cachedFile = (key: string, textOf: () => string): Buffer => {
    const file = files.get(key) ?? encodeCp949(textOf());
    files.set(key, file);
    return file;
  };
  const registerFile = (province: string, kind: string) =>
    cachedFile(`${province} ${kind}`, () => registerText({ province, kind, rows, ...edition }));
  /** The official lists name places of Seoul and Jeju. */
  const listFile = (list: ListFile) =>
    cachedFile(list, () => {
      const register = ['6110000', '6500000'].map((province) =>
        registerText({ province, kind: 'general_restaurants', rows, ...edition }),
      );
      return listText({ file: list, register: register.join('') });
    });

  /** Permits one download to a session that has opened the page of a file. */
  const checkPermission = ({ session, response }: PortalRequest) => {
    checkCount++;
    const isBusy = answers.all === 'busy' || (answers.all === 'busy_once' && checkCount === 1);
    if (isBusy) return sendHtml(response, 429, '잠시후 시도해주세요');
    if (!sessions.has(session)) return sendHtml(response, 403, '<html>403</html>');
    permitted.add(session);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":true}');
  };

  const openPage = ({ response }: PortalRequest) => {
    const id = randomUUID();
    sessions.add(id);
    sendHtml(response, 200, '<!DOCTYPE html><html></html>', {
      'set-cookie': `JSESSIONID=${id}; Path=/; HttpOnly`,
    });
  };

  const download = (portalRequest: PortalRequest, kind: string) => {
    const { url, session, response } = portalRequest;
    const province = PROVINCES.find(({ code }) => url.searchParams.get('orgCode') === `${code}_ALL`);
    if (!isListFile(kind) && !province) return sendHtml(response, 302, '', { location: '/error.html' });
    if (!permitted.delete(session)) return sendHtml(response, 403, '<html>403</html>');
    const fault = answers.byKind[kind] ?? answers.all;
    if (isListFile(kind))
      return sendFile({ ...portalRequest, fault, title: LIST_FILES[kind].title, file: listFile(kind) });
    const title = `${KINDS[kind]!.title}_${province!.name}`;
    sendFile({ ...portalRequest, fault, title, file: registerFile(province!.code, kind) });
  };

  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { pathname } = url;
    if (pathname === '/') return showTestPage(url, response);
    requests.push(`${pathname}${url.search}`);
    const { 'user-agent': agent = '', referer = '', cookie = '' } = request.headers;
    const session = /JSESSIONID=([\w-]+)/.exec(cookie)?.[1] ?? '';
    const portalRequest = { url, session, request, response };

    if (request.method !== 'GET') return sendHtml(response, 405, '');
    if (!agent.includes('Mozilla/5.0') || referer === '')
      return sendHtml(response, 302, '', { location: '/error.html' });
    if (pathname === '/file/validate/download-count') return checkPermission(portalRequest);
    // data.go.kr has the file of 착한가격업소, which needs no permission.
    if (pathname === '/data/3045247/fileData.do')
      return sendHtml(
        response,
        200,
        `<!DOCTYPE html><html><a onclick="fileDownload('${DATASET_FILE}')">CSV</a></html>`,
      );
    if (pathname === '/cmm/cmm/fileDownload.do' && url.searchParams.get('atchFileId') === DATASET_FILE) {
      const { title } = LIST_FILES.good_price;
      return sendFile({ ...portalRequest, fault: answers.all, title, file: listFile('good_price') });
    }
    const [, kind = ''] = /^\/file\/(?:download\/)?(\w+)\/info$/.exec(pathname) ?? [];
    if (!KINDS[kind] && !isListFile(kind))
      return sendHtml(response, 404, '<!DOCTYPE html><html><body>없는 페이지</body></html>');
    return pathname === `/file/${kind}/info` ? openPage(portalRequest) : download(portalRequest, kind);
  };

  /** The page on which a person chooses what the portal does. */
  const showTestPage = (url: URL, response: ServerResponse) => {
    const chosen = PORTAL_ANSWERS.find((each) => each === url.searchParams.get('answer'));
    if (chosen) answers = { all: chosen, byKind: {} };
    const options = PORTAL_ANSWERS.map(
      (each) => `<option${each === answers.all ? ' selected' : ''}>${each}</option>`,
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
    ...(await serve(port, respond)),
    requests: () => requests,
    answerWith: (portalAnswer, kind) => {
      checkCount = 0;
      answers =
        kind === undefined
          ? { all: portalAnswer, byKind: {} }
          : { ...answers, byKind: { ...answers.byKind, [kind]: portalAnswer } };
    },
    publish: (newEdition) => {
      edition = newEdition;
      files.clear();
    },
  };
}

type PortalAnswers = { all: PortalAnswer; byKind: Record<string, PortalAnswer> };
type PortalRequest = {
  url: URL;
  /** The id of the session cookie; '' without one. */
  session: string;
  request: IncomingMessage;
  response: ServerResponse;
};

const isListFile = (kind: string): kind is ListFile => kind in LIST_FILES;

function sendHtml(response: ServerResponse, status: number, html: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'text/html;charset=UTF-8', ...headers }).end(html);
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
    // Another seed for each file, so that the files have different rows.
    seed: Number(province) / 10_000 + Number(number),
    provinces: [name],
    renamedEvery,
  });
  let text = '';
  for (const line of lines) {
    const authority = line.slice(0, 7);
    // The generator writes any authority and the kind 101. With the province and the kind of this file, the licence
    // numbers are unique among all files.
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
      return send(file);
    case 'busy':
    case 'busy_once':
      // The permission check has refused these requests.
      return send(file);
  }
}
