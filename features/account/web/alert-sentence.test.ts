import { expect, test } from 'vitest';
import { m } from '#messages';
import { alertSentence } from './alert-sentence.ts';

const ko = { locale: 'ko' } as const;
const NETWORK = ['network.offline', 'network.failed', 'network.timeout'];

test.each([
  [m.problem_account_sign_in_failed({}, ko), '로그인에 실패했습니다. 잠시 후 다시 시도해 주세요.'],
  [m.problem_account_sign_up_failed({}, ko), '회원가입에 실패했습니다. 잠시 후 다시 시도해 주세요.'],
  [m.account_provider_login_failed({ provider: 'Google' }, ko), 'Google 로그인에 실패했습니다.'],
])('연결이 없으면 정해진 문장 그대로 말하고 할 일을 덧붙인다: %s', (otherwise, fixed) => {
  for (const code of NETWORK) {
    expect(alertSentence({ problem: { code }, otherwise })).toBe(`${fixed} 인터넷 연결을 확인해 주세요.`);
  }
});
