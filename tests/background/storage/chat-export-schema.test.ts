import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { chatExportSchema } from '@/src/background/storage/chat-export-schema';
import type { ChatExport } from '@/src/schema/chat-export';

type Read = z.infer<typeof chatExportSchema>;
type Written = ChatExport;
type ReadMessage = Read['messages'][number];
type WrittenMessage = Written['messages'][number];

/** The fields of each role that the schema lacks. */
type UnreadFields = {
  [Role in WrittenMessage['role']]: Exclude<
    keyof Extract<WrittenMessage, { role: Role }>,
    keyof Extract<ReadMessage, { role: Role }>
  >;
}[WrittenMessage['role']];

it('the schema of exported chats reads every field and value that is written: the compiler compares the types', () => {
  expectTypeOf<Read['chat']['settings']>().toEqualTypeOf<Written['chat']['settings']>();
  expectTypeOf<keyof Read['chat']>().toEqualTypeOf<keyof Written['chat']>();
  expectTypeOf<keyof Read['runs'][number]>().toEqualTypeOf<keyof Written['runs'][number]>();
  expectTypeOf<keyof Read['executions'][number]>().toEqualTypeOf<keyof Written['executions'][number]>();
  expectTypeOf<keyof Read['usage'][number]>().toEqualTypeOf<keyof Written['usage'][number]>();
  expectTypeOf<UnreadFields>().toBeNever();
  expectTypeOf<WrittenMessage>().toExtend<ReadMessage>();
  expectTypeOf<Read>().toExtend<Written>();
});
