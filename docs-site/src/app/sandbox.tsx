/** Settings, Developer, Sandbox: an organisation to try things in, and starter data for it. */
import { useState } from 'preact/hooks'
import { Frame } from './frame'
import { Trouble, useWrite } from './parts'
import { appAddress, type Organization, post, root } from './service'

interface Seeded {
  already_seeded: boolean
  written: { products: number; variants: number; locations: number }
}

export const Sandbox = () => (
  <Frame title="Sandbox" within="Settings, Developer">
    {(organization) => (organization.sandbox ? <Seed organization={organization} /> : <Create organization={organization} />)}
  </Frame>
)

function Create({ organization }: { organization: Organization }) {
  const write = useWrite()
  const create = () =>
    write.run(async () => {
      const { organization_id } = await post<Organization>('/developer/sandbox')
      location.assign(`${root()}/app/settings/developer/sandbox?${new URLSearchParams({ organization: organization_id })}`)
    })
  return (
    <>
      <p>
        A sandbox is an organisation of its own, with the plan and the currency of {organization.name} and none of its data. Keys of one do not work in the other, and what happens in it reaches nobody.
      </p>
      <Trouble of={write.trouble} />
      {organization.role === 'admin' ? (
        <p class="buttons">
          <button type="button" class="first" disabled={write.isRunning} onClick={create}>
            Create a sandbox
          </button>
        </p>
      ) : (
        <p>An administrator can create one.</p>
      )}
    </>
  )
}

function Seed({ organization }: { organization: Organization }) {
  const write = useWrite()
  const [seeded, setSeeded] = useState<Seeded | null>(null)
  const fill = () =>
    write.run(async () => {
      setSeeded(await post<Seeded>('/sandbox/seed'))
    })
  return (
    <>
      <p>{organization.name} is a sandbox. Starter data are two locations, two sales channels, two suppliers, and three products with two variants each and their stock.</p>
      <Trouble of={write.trouble} />
      {organization.role !== 'viewer' && (
        <p class="buttons">
          <button type="button" class="first" disabled={write.isRunning} onClick={fill}>
            Fill it with starter data
          </button>
          <a href={appAddress('/settings/developer/keys')}>Create a key for it</a>
        </p>
      )}
      <p role="status">
        {seeded !== null &&
          (seeded.already_seeded
            ? 'It has its starter data already; nothing was written.'
            : `Written: ${seeded.written.products} products, ${seeded.written.variants} variants and ${seeded.written.locations} locations.`)}
      </p>
    </>
  )
}
