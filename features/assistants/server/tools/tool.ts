import type { McpServer } from '@modelcontextprotocol/server';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import { commonProblems } from '#common/problem.ts';
import type { MapsService } from '#features/places/server/places.public.ts';
import type { Database } from '#server/database/database.ts';
import { InvalidRequest, ProblemError, problem } from '#server/http/problem.ts';
import type { Person } from '#server/http/require-user.ts';
import { asProblem } from '#server/http/problem-answers.ts';
import { sentenceOf, sentenceOfInvalid } from '../problem-sentences.ts';

/** What the tools of one request work with. */
export type ToolContext = {
  database: Database;
  maps: MapsService;
  person: Person;
  /** The name of the API token, or of the program that the member allowed. */
  assistant: string;
  /** The value of the setting PROVIDED_VISIBILITY_DAYS. */
  visibilityDays: number;
  log: FastifyBaseLogger;
  /** Milliseconds. */
  now: number;
};

/** Texts that other people wrote. They are marked, so that an assistant does not follow instructions in them. */
export const textOfOthers = (text: string) => ({ writtenByOtherPeople: true as const, text });

export class ToolError extends Error {}

type ToolDefinition<Input extends z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** Whether the tool changes data. A read-only token cannot use it. */
  isWrite?: boolean;
  run: (input: z.output<Input>, context: ToolContext) => Promise<object>;
};

/** Registers a tool. Its result is a JSON text. A problem is a tool error with a sentence in Korean. */
export function addTool<Input extends z.ZodObject>(
  server: McpServer,
  context: ToolContext,
  { name, title, description, input, isWrite = false, run }: ToolDefinition<Input>,
): void {
  const annotations = {
    readOnlyHint: !isWrite,
    destructiveHint: false,
    idempotentHint: !isWrite,
    openWorldHint: false,
  };
  const inputSchema: z.ZodObject = input;
  server.registerTool(name, { title, description, inputSchema, annotations }, async (given) => {
    const { person, log } = context;
    try {
      if (isWrite && person.tokenScope === 'read') throw problem(commonProblems, 'account.token_read_only');
      const result = await run(given as z.output<Input>, context);
      log.info({ event: 'assistants.tool_called', userId: person.userId, tool: name });
      return textResult(JSON.stringify(result));
    } catch (error) {
      const sentence = sentenceOfError(error as Error, { log, tool: name });
      return { ...textResult(sentence), isError: true };
    }
  });
}

const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] });

function sentenceOfError(error: Error, { log, tool }: { log: FastifyBaseLogger; tool: string }): string {
  if (error instanceof ToolError) return error.message;
  if (error instanceof InvalidRequest) return sentenceOfInvalid(error);
  const known: ProblemError = asProblem(error);
  if (known.status >= 500) log.error({ err: error, tool }, known.code);
  return sentenceOf(known);
}
