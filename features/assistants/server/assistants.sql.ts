import type { Connection } from '#server/database/database.ts';

export type AssistantAct = {
  id: string;
  userId: string;
  /** The name of the API token, or of the program that the member allowed. */
  assistant: string;
  tool: 'add_place' | 'stamp_place' | 'write_note';
  placeId: string;
};

/** Records a change that an assistant made. Every tool that writes must call this function in its transaction. */
export const insertAssistantAct = (connection: Connection, act: AssistantAct) =>
  connection
    .insertInto('assistant_acts')
    .values({
      id: act.id,
      user_id: act.userId,
      assistant: act.assistant,
      tool: act.tool,
      place_id: act.placeId,
    })
    .execute();

export async function deleteAssistantActsBefore(connection: Connection, before: Date): Promise<bigint> {
  const { numDeletedRows } = await connection
    .deleteFrom('assistant_acts')
    .where('acted_at', '<', before)
    .executeTakeFirstOrThrow();
  return numDeletedRows;
}
