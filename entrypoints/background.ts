import '@/src/background/configure-zod';

import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { answerCommand, isCommandMessage, isFromPanel } from '@/src/background/command-server';
import { composeBackground } from '@/src/background/compose';
import { keepAliveWhile } from '@/src/background/keep-alive';
import { takeUpRuns } from '@/src/background/take-up-runs';
import { LIVE_PORT } from '@/src/messages/channels';

/** The background's root. Every listener is registered synchronously: one that comes later misses the event that woke the worker. */
export default defineBackground(() => {
  const { db, loop, live, pageWatch, handlers } = composeBackground();

  browser.action.onClicked.addListener((tab) => {
    // First statement of the gesture: after an await the browser no longer counts it as one.
    void browser.sidePanel.open({ windowId: tab.windowId });
  });

  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (!isCommandMessage(message)) {
      pageWatch.onMessage(message, sender);
      return undefined;
    }
    void answerCommand(handlers, message, sender).then(sendResponse);
    return true;
  });

  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== LIVE_PORT || !isFromPanel(port.sender ?? {})) {
      console.warn('a port was refused', port.name, port.sender?.url);
      port.disconnect();
      return;
    }
    live.connect(port);
  });

  pageWatch.listen();
  keepAliveWhile(() => loop.isBusy());
  takeUpRuns(db, loop).catch((error) => console.error('interrupted runs could not be taken up', error));
});
