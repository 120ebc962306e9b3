import { OtherChats } from '@/src/panel/chats/parts';
import { WithModelList } from '@/src/panel/data/model-list-provider';
import { PagePlaceContext, useSendInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import { ModelBar } from '@/src/panel/header/model-bar';
import { PageLineView } from '@/src/panel/header/page-line';
import { PanelHeader } from '@/src/panel/header/panel-header';
import { PageNewsLine, SitesLine } from '@/src/panel/header/parts';
import type { MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import { ContextMeter, SiteAction } from '@/src/panel/settings/parts';
import { t } from '@/src/texts/i18n';
import type { ChatActions } from './use-chat-actions';
import type { PanelConnections } from './use-panel-connections';
import type { Sheets } from './use-sheets';

interface PanelTopProps {
  sheets: Sheets;
  connections: PanelConnections;
  actions: ChatActions;
  menu: readonly MenuGroup[];
}

/** The panel's header: the chat, its model, its page, and buttons for other chats. */
export function PanelTop({ sheets, connections, actions, menu }: PanelTopProps) {
  const { attachment, chatId, view, checkpoints, usage, page, holder } = useShownChat();
  const { inUse } = connections;
  const sendInChat = useSendInChat();
  const unfinished = useQuery((queries) => queries.chatList.unfinished(), []) ?? [];
  return (
    <PanelHeader
      chatId={chatId}
      // Before a chat is loaded, the header has the extension's name.
      title={view?.chat.title ?? t('panel.name')}
      checkpointCount={view === null ? null : (checkpoints?.entries.length ?? 0)}
      actions={menu}
      onNewChat={actions.newChat}
      onOpenChats={() => sheets.show('chats')}
      onOpenCheckpoints={() => sheets.showCheckpoints(null)}
      otherChats={
        <OtherChats
          // Until the panel is attached, its own chat would be among the others.
          chats={attachment.state === 'looking' ? [] : unfinished.filter((chat) => chat.chatId !== chatId)}
          onShow={actions.show}
        />
      }
    >
      <WithModelList>
        {({ modelList, reload }) => (
          <ModelBar
            chat={view?.chat ?? null}
            modelList={modelList}
            chosen={inUse.chosenModel}
            connectionLabel={inUse.usedLabel}
            onChoose={actions.chooseModel}
            onRetry={reload}
          />
        )}
      </WithModelList>
      {view?.chat.targets && <SitesLine sites={view.chat.targets} onOpen={() => sheets.show('sites')} />}
      {attachment.state !== 'failed' && !view?.chat.targets && (
        <PagePlaceContext.Consumer>
          {(place) => (
            <PageLineView
              page={page}
              place={place}
              isInUse={holder !== null}
              onShowPage={() => sendInChat({ type: 'show-page' })}
              siteAction={
                chatId !== null &&
                page !== null && <SiteAction page={page} onName={() => sheets.show('site')} />
              }
            />
          )}
        </PagePlaceContext.Consumer>
      )}
      {view !== null && !view.chat.targets && page?.state === 'connected' && (
        <PageNewsLine key={view.chat.id} chatId={view.chat.id} onAsk={actions.ask} />
      )}
      {usage !== null && <ContextMeter usage={usage} onOpen={() => sheets.show('costs')} />}
    </PanelHeader>
  );
}
