import type { Approval } from '../records/approval';
import type { Message } from '../records/message';
import type { Payload } from '../records/payload';
import type { CallState } from './call-states';

/** The stored parts of a chat that its exports are made from. */
export interface RecordedSession {
  title: string;
  /** With those that were set aside. */
  messages: Message[];
  approvals: Approval[];
  /** The page around each write, by execution id. */
  states: Map<string, CallState>;
  payloads: Payload[];
}
