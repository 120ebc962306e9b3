import { lazyComponent } from '@/src/panel/kit/lazy/lazy-part';

export const OtherChats = lazyComponent(async () => (await import('./other-chats')).OtherChats);
export const DeletedChats = lazyComponent(async () => (await import('./deleted-chats')).DeletedChats);
export const ChatsSheet = lazyComponent(async () => (await import('./chats-sheet')).ChatsSheet);
export const RebindSheet = lazyComponent(async () => (await import('./rebind-sheet')).RebindSheet);
