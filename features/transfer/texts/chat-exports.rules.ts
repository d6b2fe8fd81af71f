/*
 * Reads exported chats of KakaoTalk (대화 내보내기) from Android, iOS, Windows and macOS, with Korean or English settings.
 */

const TIME = '(?:(?:오전|오후|AM|PM) ?)?\\d{1,2}:\\d{2}(?::\\d{2})?(?:[ \u202f]?(?:AM|PM))?';
const KOREAN_DATE = '\\d{4}(?:년|[.-]) ?\\d{1,2}(?:월|[.-]) ?\\d{1,2}(?:일|\\.)?';
const ENGLISH_DATE = '(?:[A-Z][a-z]{2,8}\\.? \\d{1,2}, \\d{4}|\\d{1,2} [A-Z][a-z]{2,8} \\d{4})';
const DATE_AND_TIME = `(?:${KOREAN_DATE},? |${ENGLISH_DATE}(?:,| at) )${TIME}`;

/** A message of a person, without system lines. */
export type Message = { sender: string; lines: string[] };

/** The start of a message with its sender. The text follows. A name may contain a colon: `민지:) : 안녕`. */
const MESSAGE_STARTS = [
  // Windows: [민지] [오후 5:38]
  new RegExp(`^\\[(.{1,60}?)\\] \\[${TIME}\\] ?`),
  // Android and iOS: 2026년 11월 20일 오후 5:38, 민지 :
  new RegExp(`^${DATE_AND_TIME}, (.{1,60}?) : `),
];
/** macOS: 2026-11-20 17:38:01,"민지","…" */
const CSV_MESSAGE_START = new RegExp(`^"?${KOREAN_DATE} ${TIME}"?,"((?:[^"]|""){0,60})","`);
const CSV_HEADER = /^"?Date"?,"?User"?,"?Message"?\s*$/;

/** Whether a text is the CSV file that KakaoTalk for macOS exports. */
export const isChatCsv = (start: string): boolean =>
  CSV_HEADER.test(start.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0] ?? '');

/** Lines of an export that are no messages, and messages that KakaoTalk writes itself. */
const SYSTEM_LINES = [
  /^.{1,60} (?:님과|님과의) 카카오톡 대화$|^.{1,60} 카카오톡 대화$|^KakaoTalk Chats? with .{1,60}$/,
  /^(?:저장한 날짜|Date Saved|Saved Date) ?:/,
  /^-{3,}.{0,60}-{3,}$/,
  new RegExp(
    `^(?:[A-Z][a-z]{5,8}, )?(?:${KOREAN_DATE}|${ENGLISH_DATE})(?: [월화수목금토일]요일)?(?:(?:,| at)? ${TIME})?$`,
  ),
  new RegExp(
    `^(?:${DATE_AND_TIME}[,:] )?.{1,60}(?:님이 .{0,60}(?:들어왔|나갔|초대했|초대하였|내보냈)습니다\\.?|(?:left|joined|invited|entered) .{0,60}(?:chatroom|chat)\\.?|invited .{1,60}\\.)$`,
  ),
  /^(?:사진(?: \d{1,2}장)?|동영상|이모티콘|지도|음성메시지|연락처|삭제된 메시지입니다\.?|Photos?(?: \d{1,2})?|\d{1,2} photos|Videos?|Emoticons?|Stickers?|Voice message|This message was deleted\.?)$/,
  /^(?:파일|File) ?: /,
];

/** Whether a line of a chat export is no message of a person. */
const isSystemLine = (line: string): boolean =>
  line.length <= 200 && SYSTEM_LINES.some((pattern) => pattern.test(line));

/** Returns the messages of a chat export. Returns null for any other text. */
export function messagesOf(lines: readonly string[]): Message[] | null {
  const messages: Message[] = [];
  const before: Message = { sender: '', lines: [] };
  let isChat = false;
  let isCsv = false;
  for (const line of lines) {
    const start = startOf(line);
    if (start !== null) {
      if (isCsv) closeCsv(messages);
      isChat = true;
      isCsv = CSV_MESSAGE_START.test(line);
      messages.push({ sender: start.sender, lines: [line.slice(start.length)] });
    } else if (!CSV_HEADER.test(line)) (messages.at(-1) ?? before).lines.push(line);
  }
  if (!isChat) return null;
  if (isCsv) closeCsv(messages);
  return [before, ...messages].map(({ sender, lines: written }) => ({
    sender,
    lines: written.filter((line) => !isSystemLine(line)),
  }));
}

function startOf(line: string): { sender: string; length: number } | null {
  for (const pattern of [...MESSAGE_STARTS, CSV_MESSAGE_START]) {
    const match = pattern.exec(line.slice(0, 200));
    if (match) return { sender: match[1] ?? '', length: match[0].length };
  }
  return null;
}

/** Takes the closing quotation mark off the last message, and reads doubled quotation marks. */
function closeCsv(messages: readonly Message[]): void {
  const last = messages.at(-1);
  if (!last) return;
  const text = last.lines.join('\n').trimEnd().replace(/"$/, '').replaceAll('""', '"');
  last.lines = text.split('\n');
}
