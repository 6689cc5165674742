/** Shapes that several requests under /auth share. */
import { limits } from '../../contract/limits.ts'
import { Flag, Instant, OwnId, Shape, Text, Type } from '../../contract/schema.ts'

export const sampleToken = 'q7Vt2LxN9cRzW4mKf8YbHs5dJpG3aTnE'
export const password = (description: string) =>
  Text(description, {
    minLength: 1,
    maxLength: limits.password_length_max,
    examples: ['correct horse battery staple'],
  })
export const Email = (description: string) =>
  Text(description, { minLength: 3, maxLength: 254, examples: ['ada@example.com'] })
export const Token = Text('User token; send it as `Authorization: Bearer`.', { examples: [sampleToken] })

export const User = Shape(
  {
    id: OwnId('Id of the user.'),
    name: Text('Name of the user.', { examples: ['Ada Merchant'] }),
    email: Text('E-mail address of the user.', { examples: ['ada@example.com'] }),
    emailVerified: Flag('Whether the e-mail address is verified.'),
    twoFactorEnabled: Flag('Whether the user signs in with a second factor.'),
    image: Type.Null({ description: 'Always null: images are not supported.' }),
    createdAt: Instant('Creation of the user.'),
    updatedAt: Instant('Last change of the user.'),
  },
  { $id: 'User', description: 'The signed-in user.' },
)

export const attempts = `At most ${limits.sign_in_attempts_per_minute_and_email} attempts a minute from one IP address for one user, and ${limits.sign_in_attempts_per_minute_and_address} from one IP address in total.`
