// What has to be there before any module of the extension is loaded; so it is imported first of all.
import './browser-global';
import 'fake-indexeddb/auto';
import '@/src/core/configure-zod';
