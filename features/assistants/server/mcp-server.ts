import { McpServer } from '@modelcontextprotocol/server';
import { m } from '#messages';
import { KOREAN } from './korean.ts';
import { addReadTools } from './tools/read-tools.ts';
import { addSearchMyPlaces } from './tools/search-my-places.ts';
import type { ToolContext } from './tools/tool.ts';
import { addWriteTools } from './tools/write-tools.ts';

export function createMcpServer(context: ToolContext): McpServer {
  const server = new McpServer(
    { name: 'momokzi', title: m.kit_product_name({}, KOREAN), version: '1' },
    { instructions: m.assistants_instructions({}, KOREAN) },
  );
  addSearchMyPlaces(server, context);
  addReadTools(server, context);
  addWriteTools(server, context);
  return server;
}
