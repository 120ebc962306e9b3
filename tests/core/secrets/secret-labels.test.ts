import { expect, it } from 'vitest';
import { sensitivityOfLabel } from '@/src/core/secrets/secret-labels';

it.each(
  [
    'Password|Passwort|Kennwort|Mot de passe|Contraseña|Senha|Wachtwoord|Lösenord|Adgangskode|Salasana|Hasło|Heslo|Jelszó|Parolă|Şifre',
    'Пароль|Лозинка|Κωδικός πρόσβασης|סיסמה|كلمة المرور|گذرواژه|पासवर्ड|รหัสผ่าน|Mật khẩu|Kata sandi|密码|密碼|パスワード|비밀번호|newPasswd|passphrase',
    'PIN|PIN-Code|Verification code|Code de vérification|Sicherheitscode|Einmalcode|OTP|2FA|驗證碼|認証コード|인증번호|Код',
    'Card number|cardNumber|cardnumber|CVV|CVC2|Kartennummer|Numéro de carte|Número de tarjeta|Numero della carta|Cartão|Номер карты|信用卡号|カード番号|카드 번호|Credit card',
    'Client secret|Secreto|Geheimnis|Секрет|recovery phrase',
  ].flatMap((line) => line.split('|')),
)('the label %s makes any value secret', (label) => expect(sensitivityOfLabel(label)).toBe('secret'));

it.each(
  'API token|Access token|Management key|apiToken|Schlüssel|Clé|Chave|Ключ|密钥|APIキー|Token de acceso|Max tokens|토큰|Access Key ID'.split(
    '|',
  ),
)('the label %s makes texts secret', (label) => expect(sensitivityOfLabel(label)).not.toBe('open'));

it.each(
  'Name|Has logo|Essen haben|Schlüsselwort|ключевые слова|Keyboard|Keyword|キーワード|Monkey|Codec|Encoding|Discard|Dashboard|Spinner|Compass|Thousands index|Tokyo|Städte|検索|搜索'.split(
    '|',
  ),
)('the label %s makes nothing secret', (label) => expect(sensitivityOfLabel(label)).toBe('open'));
