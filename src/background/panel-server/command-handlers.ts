import { chatHandlers } from './chat-handlers';
import type { CommandHandlers } from './command-context';
import { dataHandlers } from './data-handlers';
import { endpointHandlers } from './endpoint-handlers';
import { messageHandlers } from './message-handlers';
import { reversalHandlers } from './reversal-handlers';
import { runHandlers } from './run-handlers';
import { settingsHandlers } from './settings-handlers';
import { siteHandlers } from './site-handlers';
import { summaryHandlers } from './summary-handlers';

export const commandHandlers: CommandHandlers = {
  ...chatHandlers,
  ...messageHandlers,
  ...runHandlers,
  ...reversalHandlers,
  ...summaryHandlers,
  ...endpointHandlers,
  ...settingsHandlers,
  ...siteHandlers,
  ...dataHandlers,
};
