import type { FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/http/feature.ts';
import { problem } from '#server/http/problem.ts';
import { secondFactorProblems } from '../second-factor.contract.ts';
import { readSigned } from '../../sessions/server/session-cookie.ts';
import { userAtSecondStep } from './second-factor.sql.ts';

/** @throws account.second_step_expired */
export async function userAwaitingSecondFactor({
  database,
  settings,
  request,
}: Pick<Dependencies, 'database' | 'settings'> & { request: FastifyRequest }): Promise<{
  userId: string;
  email: string;
}> {
  const step = readSigned({ header: request.headers.cookie, settings, name: 'second-factor' });
  const person = step && (await userAtSecondStep(database, { step, now: new Date() }));
  if (!person) throw problem(secondFactorProblems, 'account.second_step_expired');
  return person;
}
