import { testCommands } from './run-commands';

testCommands('others');
