import { lazyComponent } from '../lazy/lazy-component';

/** Loaded beside the start, like the chat that it shows: the header and the message field are there without either. */
export const Conversation = lazyComponent(async () => (await import('./conversation')).Conversation);
