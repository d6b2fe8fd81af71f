export const MCP_PATH = '/mcp';

/** Maximum requests of one account to the MCP endpoint per minute, to one server process. */
export const MCP_REQUESTS_PER_MINUTE = 120;

/** Days after which the record of a change that an assistant made is deleted. */
export const ASSISTANT_ACTS_KEPT_DAYS = 180;
