import { newMember } from '../support/member.ts';
import type { Visitor } from './visitor.ts';

/** Signs up a new member. Afterwards the browser shows the home screen. */
export async function signUp(visitor: Visitor): Promise<ReturnType<typeof newMember>> {
  const member = newMember();
  await visitor.goTo('/signup');
  await visitor.pressButton('이메일로 가입하기');
  await visitor.fill('닉네임', member.nickname);
  await visitor.fill('이메일', member.email);
  await visitor.fill('비밀번호', member.password);
  await visitor.fill('비밀번호 확인', member.password);
  await visitor.pressLabel('만 14세 이상이에요');
  await visitor.pressButton('가입하기');
  await visitor.sees('하나만 먼저 담아 볼까요?');
  return member;
}
